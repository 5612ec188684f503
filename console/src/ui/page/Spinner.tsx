import './spinner.css'

/** Something is running; the text next to it names it. 16 px. */
export function Spinner() {
  return <span className="spinner" aria-hidden />
}
