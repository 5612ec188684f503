// Calls of a token, one by one or by several clients without a pause, each of them read to its end.
const HELLO = [{ role: 'user', content: 'Hello' }]

/** Makes one call, and answers with what went wrong; undefined: it was answered. */
export async function callOnce(url: string, key: string, { model, isStream = false }: { model: string; isStream?: boolean }) {
  try {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: isStream, messages: HELLO }),
    })
    const text = await answer.text()
    const isWhole = isStream ? text.trimEnd().endsWith('data: [DONE]') : text.includes('Echo: Hello')
    return answer.status === 200 && isWhole ? undefined : `${answer.status} ${text}`
  } catch (error) {
    return String(error instanceof Error && error.cause ? error.cause : error)
  }
}

/** Every second client asks for streams. */
export function startCalls(url: string, key: string, { model, clients }: { model: string; clients: number }) {
  const failures: string[] = []
  let answered = 0
  let isStopped = false
  const running = Array.from({ length: clients }, async (_, at) => {
    while (!isStopped) {
      const failure = await callOnce(url, key, { model, isStream: at % 2 === 1 })
      if (failure === undefined) answered += 1
      else failures.push(failure)
    }
  })
  return {
    failures,
    answered: () => answered,
    /** No new calls; answers when the running ones are over. */
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}
