// The tables that say where each thing a product does is expressed: they leave nothing out and name nothing that is not there.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readManifest } from '../../server/src/model/manifest/manifest';
import { rules } from '../../server/src/rules/index.generated';
import { textsOf } from './example';

const codes = new Set<string>(rules.map(({ code }) => code));

for (const name of ['agent', 'gateway', 'protocols']) {
  describe(name, () => {
    const texts = textsOf(name);
    const page = texts['README.md'] ?? '';
    const { data, faults } = readManifest({ uri: 'file:///w/strata.yaml', text: texts['strata.yaml'] ?? '' });
    const systems = Object.values(data.systems);
    /** What stands in back-quotes: `{context}` is the slot context. */
    const quoted = [...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    const words = new Set(quoted.flatMap((text) => text.match(/[\p{L}\p{N}_.-]+/gu) ?? []));

    test('the manifest is read whole', () => assert.deepEqual(faults, []));

    test('every layer, slot, axis, scenario and accepted rule is told', () => {
      const named = systems.flatMap((system) => [
        ...(system.layers ?? []).map(({ id }) => id),
        ...Object.keys(system.slots ?? {}),
        ...Object.keys(system.axes ?? {}),
        ...Object.keys(system.scenarios ?? {}),
        ...Object.keys(system.rules ?? {}),
      ]);
      assert.deepEqual(
        named.filter((word) => !words.has(word)),
        [],
      );
    });

    test('every code and every file that is told is there', () => {
      const told = quoted.filter(
        (text) => /^[a-z]+\.[a-z]+(?:-[a-z]+)*$/.test(text) && !/\.(?:prompt|yaml)$/.test(text),
      );
      const keys = /^(?:cache|budget|directives|context|strip)\.(?:when|scope|breakpoints|max|fields|cut)$/;
      assert.deepEqual(
        told.filter((code) => !codes.has(code) && !keys.test(code)),
        [],
      );
      const paths = quoted.filter((text) => /^[\w-]+(?:\/[\w*-]+)*\.(?:md|txt|prompt|yaml|json)$/.test(text));
      const files = Object.keys(texts);
      assert.deepEqual(
        paths.filter(
          (path) =>
            !files.some((file) => (path.includes('*') ? file.startsWith(path.split('*', 1)[0] ?? '') : file === path)),
        ),
        [],
      );
    });
  });
}
