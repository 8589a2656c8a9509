/** The separator between facts on one line. */
export function Dot() {
  return <span aria-hidden>·</span>
}
