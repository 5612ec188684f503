import { expect } from 'vitest'
import { fullRequest, testRequestHonesty } from '../../../testing/honesty.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { difyApp } from './dialect.ts'

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
// The app is the model: its name stands nowhere.
const request = { ...fullRequest, model: 'app' }
function look(body: JsonObject) {
  expect(body).toEqual({
    inputs: {},
    query: [
      'System: w_system',
      'User: w_text',
      'Assistant: w_beside\n[called w_tool as w_call with {"x":"w_arguments"}]\nw_refusal',
      'Tool call w_call failed: w_result',
      'User: w_after',
    ].join('\n\n'),
    response_mode: 'streaming',
    auto_generate_name: false,
    user: 'w_user',
    files: [
      { type: 'image', transfer_method: 'remote_url', url: 'w_image' },
      { type: 'audio', transfer_method: 'local_file', url: 'data:audio/wav;base64,w_sound' },
      { type: 'audio', transfer_method: 'remote_url', url: 'w_sound_url' },
      { type: 'document', transfer_method: 'remote_url', url: 'w_file_url' },
      { type: 'video', transfer_method: 'remote_url', url: 'w_video' },
      { type: 'document', transfer_method: 'local_file', url: 'data:application/pdf;base64,w_file', name: 'w_file_name' },
      { type: 'image', transfer_method: 'remote_url', url: 'w_result_image' },
    ],
  })
}
testRequestHonesty(difyApp, named, look, request)
