import { expect } from 'vitest'
import { testRequestHonesty } from '../../../testing/honesty.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { cozeBot } from './dialect.ts'

const named = [
  'turns[1].parts[0].cacheMark',
  'turns[2].parts[0]',
  'tools[0]',
  'tools[1]',
  'toolChoice',
  'output',
  'reasoning',
  'sampling.temperature',
  'sampling.topK',
  'stop',
]

function look({ additional_messages: messages, ...body }: JsonObject) {
  expect(body).toEqual({ bot_id: 'w_model', user_id: 'w_user', stream: true, auto_save_history: false })
  const spoken = Array.isArray(messages) ? messages.map((each) => ({ ...(each as JsonObject) })) : []
  expect(spoken.map(({ role, type, content_type }) => [role, type, content_type])).toEqual([
    ['user', 'question', 'text'],
    ['user', 'question', 'object_string'],
    ['assistant', 'answer', 'text'],
    ['user', 'question', 'object_string'],
    ['user', 'question', 'text'],
  ])
  const contents = spoken.map(({ content, content_type: type }) => (type === 'text' ? content : JSON.parse(String(content))))
  expect(contents).toEqual([
    'System: w_system',
    [
      { type: 'text', text: 'w_text' },
      { type: 'image', file_url: 'w_image' },
      { type: 'audio', file_url: 'data:audio/wav;base64,w_sound' },
      { type: 'audio', file_url: 'w_sound_url' },
      { type: 'file', file_url: 'w_file_url' },
      { type: 'file', file_url: 'w_video' },
      { type: 'file', file_url: 'data:application/pdf;base64,w_file', name: 'w_file_name' },
    ],
    'w_beside\n[called w_tool as w_call with {"x":"w_arguments"}]\nw_refusal',
    [
      { type: 'text', text: 'Tool call w_call failed: w_result' },
      { type: 'image', file_url: 'w_result_image' },
    ],
    'w_after',
  ])
}

testRequestHonesty(cozeBot, named, look)
