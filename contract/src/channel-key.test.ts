import { expect, test } from 'vitest'
import { cleanKeys, isKeyOfFormat, splitKeys } from './channel-key.ts'

const aws = (key: string) => isKeyOfFormat(key, 'access-key|secret-key|region')

test.each([
  'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1',
  'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-gov-west-1',
  'ABSKQmVkcm9ja0FQSUtleS1leGFtcGxl=|eu-central-1',
])('AWS: %s is a key', (key) => expect(aws(key)).toBe(true))

test.each([
  '',
  'sk-live-0123456789',
  'AKIDEXAMPLE|secret',
  'AKIDEXAMPLE|secret|',
  '|secret|us-east-1',
  'AKIDEXAMPLE||us-east-1',
  'a|AKIDEXAMPLE|secret|us-east-1',
  'AKIDEXAMPLE|se cret|us-east-1',
  'AKIDEXAMPLE|secret|US East',
  'AKIDEXAMPLE|secret|us-east-1.evil.example/#',
  'AKIDEXAMPLE|secret|us-east-1\n',
])('AWS: %s is none', (key) => expect(aws(key)).toBe(false))

test('a format that is one secret takes any text', () => expect(isKeyOfFormat('anything', 'bearer')).toBe(true))

test('several keys are one per line, and a JSON document stays in one piece', () => {
  expect(cleanKeys('Bearer sk-one，"sk-two"、 sk-one\r\n')).toBe('sk-one\nsk-two')
  const document = '{"type": "service_account",\n"project_id": "p"}'
  expect(cleanKeys(` '${document}'\n`)).toBe(document)
  expect(splitKeys(document, 'document')).toEqual([document])
})
