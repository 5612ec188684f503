// The judge of tasks: it finds nothing where all is well, and each kind of fault by its name.
import { expect, test } from 'vitest'
import { judgeTask, type TaskFact } from './task-judge.ts'

const COST = 50_000

function faults(task: Partial<TaskFact>, truth: string | undefined, net: number, kinds: readonly [string, number][] = [['settle', 1]]) {
  const found: string[] = []
  const charged = { net, house: undefined, kinds: new Map(kinds), log: undefined }
  judgeTask({ taskId: 't', requestId: 'r', status: 'SUCCESS', isOpen: false, ...task }, truth, charged, (kind) => found.push(kind))
  return found
}

test('a success that was charged once and a failure that was given back are right', () => {
  expect(faults({}, 'SUCCESS', COST)).toEqual([])
  expect(
    faults({ status: 'FAILURE' }, 'FAILURE', 0, [
      ['settle', 1],
      ['task-refund', 1],
    ]),
  ).toEqual([])
})

test.each<[string, Partial<TaskFact>, string | undefined, number, string[]]>([
  ['one that never ended', { status: 'SUBMITTED', isOpen: true }, 'SUCCESS', COST, ['wrong']],
  ['one that ended otherwise than at its proxy', {}, 'FAILURE', COST, ['wrong']],
  ['one that its proxy does not know', {}, undefined, COST, ['wrong']],
  ['a success that was not charged', {}, 'SUCCESS', 0, ['lost']],
  ['a failure that was given back twice', { status: 'FAILURE' }, 'FAILURE', -COST, ['lost']],
  ['a failure that was kept', { status: 'FAILURE' }, 'FAILURE', COST, ['double']],
])('%s is found', (_name, task, truth, net, kinds) => {
  expect(faults(task, truth, net)).toEqual(kinds)
})

test('two refunds of one drawing are found', () => {
  expect(
    faults({ status: 'FAILURE' }, 'FAILURE', -COST, [
      ['settle', 1],
      ['task-refund', 2],
    ]),
  ).toEqual(['double', 'lost'])
})
