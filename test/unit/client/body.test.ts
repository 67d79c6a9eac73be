// The request that the panel draws is the one that the command line prints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, jsonOf } from '../../../client/src/preview/page/body';
import { anthropicRequest, openaiRequest } from '../../../server/src/cli/formats/requests';
import { agent } from '../../page/models/agent';
import { gateway } from '../../page/models/gateway';
import { protocols } from '../../page/models/protocols';

for (const [name, model] of Object.entries({ agent: agent(), gateway: gateway(), protocols: protocols() })) {
  test(`${name}: the panel and the command line write the same request`, () => {
    assert.deepEqual(jsonOf(bodyOf(model, 'anthropic')), anthropicRequest(model));
    assert.deepEqual(jsonOf(bodyOf(model, 'openai')), openaiRequest(model));
  });
}
