import { expect, test } from 'vitest'
import { agentName } from './agent-name.ts'

const MOZILLA = 'Mozilla/5.0'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows', false],
  [`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome', 'Linux', false],
  [`${MOZILLA} (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android', true],
  [`${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS', true],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0`, 'Firefox', 'macOS', false],
  ['curl/8.14.1', 'curl', undefined, false],
  ['', undefined, undefined, false],
])('%s is named by its program and system', (agent, program, system, isPhone) => {
  expect(agentName(agent)).toEqual({ program, system, isPhone })
})
