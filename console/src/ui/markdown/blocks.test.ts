import { expect, test } from 'vitest'
import { markdownBlocks } from './blocks.ts'

const answer = [
  'One\ntwo\n',
  '## Head\n',
  '- a\n\n- b\n\n  more of b\n',
  '```python\nx = 1\n\ny = 2\n```\n',
  '1. first\n\n2. second\n',
  '~~~\n```\n\n~~~\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  'The end',
].join('\n')

test('blocks put together are the text, and are cut where they may be', () => {
  const blocks = markdownBlocks(answer)
  expect(blocks.join('')).toBe(answer)
  expect(blocks.map((block) => block.trimEnd())).toEqual([
    'One\ntwo',
    '## Head',
    '- a\n\n- b\n\n  more of b',
    '```python\nx = 1\n\ny = 2\n```',
    '1. first\n\n2. second',
    '~~~\n```\n\n~~~',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'The end',
  ])
})

test('what is finished stays as it is while more lines come', () => {
  let former: string[] = []
  for (let length = 0; length <= answer.length; length++) {
    // Half a line may look like something else than the whole.
    if (answer[length - 1] !== '\n') continue
    const blocks = markdownBlocks(answer.slice(0, length))
    expect(blocks.join('')).toBe(answer.slice(0, length))
    // The last block may still change; those before it may not.
    expect(blocks.slice(0, former.length - 1)).toEqual(former.slice(0, -1))
    former = blocks
  }
})

test('code that is not closed yet runs to the end', () => {
  expect(markdownBlocks('a\n\n```js\nlet x\n\nlet y\n\n')).toHaveLength(2)
  expect(markdownBlocks('')).toEqual([])
})
