import './spinner.css'

/** Something is under way; the words beside it say what. 16 px. */
export function Spinner() {
  return <span className="spinner" aria-hidden />
}
