/** The title of a step and its one sentence. */
export function StepHead({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <header className="setup-head">
      <h1>{title}</h1>
      <p>{text}</p>
    </header>
  )
}
