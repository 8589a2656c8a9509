/** What is said where signing in through Google fails (ERR-05). */
const FAILURE = 'Some error occurred! Please try again'

/** Signing in through Google; where it is not set up it fails like any other way it can fail (PROP-34). */
export function GoogleButton({ say }: { readonly say: (failure: string) => void }) {
  return (
    <button type="button" className="button w-full" onClick={() => say(FAILURE)}>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth={2.25}
        strokeLinecap="round"
      >
        <path d="M18.4 6.2A8.6 8.6 0 1 0 20.6 12H12.5" />
      </svg>
      Continue with Google
    </button>
  )
}
