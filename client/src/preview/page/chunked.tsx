import { chunksOf } from './chunks';

/** Text that is laid out only where it is scrolled to, when it is long. */
export const Chunks = ({ text }: { readonly text: string }) => {
  const chunks = chunksOf(text);
  if (chunks.length === 1) return <>{text}</>;
  return (
    <>
      {chunks.map(({ text: part, lines }, i) => (
        <span key={i} class="chunk" style={{ '--lines': lines }}>
          {part}
        </span>
      ))}
    </>
  );
};
