/**
 * The text, written so that Go prints it unchanged: only `{{` means something, and stands as a text in a tag of its own.
 * So does a brace at the very end, which would make another tag of one that follows.
 */
export const escapeText = (text: string): string => text.replace(/\{\{|\{$(?![\s\S])/g, (braces) => `{{"${braces}"}}`);
