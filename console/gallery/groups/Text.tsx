import { ClickToLoadImage, CodeBlock, CopyButton, Markdown } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const curl = `curl https://gateway.example.com/v1/chat/completions \\
  -H "Authorization: Bearer sk-Wq7hT2mZx81nLpR4vKc9" \\
  -d '{"model": "gpt-5-mini", "messages": [{"role": "user", "content": "hi"}]}'`
const script = `const answer = await fetch('https://gateway.example.com/v1/models')\nconsole.log(await answer.json())`

export default function Text() {
  const say = useSay()
  return (
    <>
      <Specimen part="CodeBlock" isWide>
        <CodeBlock
          samples={[
            { label: 'curl', language: 'shell', code: curl },
            { label: 'JavaScript', language: 'javascript', code: script },
          ]}
        />
        <CopyButton value={curl} hasWords />
      </Specimen>
      <Specimen part="Markdown">
        <Markdown
          text={say(
            'A **list** and a table:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
            '**列表**与表格：\n\n- 一\n- 二\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |',
          )}
        />
        <Markdown text={say('An answer that is still growing', '仍在生成的回答')} isGrowing />
      </Specimen>
      <Specimen part="ClickToLoadImage">
        <div>
          <ClickToLoadImage src="https://pictures.example.com/a.png" alt={say('A picture', '图片')} />
        </div>
      </Specimen>
    </>
  )
}
