import { signInTexts } from '@refrain/messages/en/sign-in'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { hasGoogleResponse, takeGoogleResponse } from './google-response.ts'
import { redirectToGoogle, signInWithGoogle } from './google-sign-in.ts'

interface Props {
  /** Token of an invitation, for a new account. */
  readonly invitation?: string | undefined
  readonly onFailure: (message: string) => void
}

/** Signs in through Google in this tab. If it is not set up, it fails with the same message as any other failure. */
export function GoogleButton({ invitation, onFailure }: Props) {
  const [busy, setBusy] = useState(hasGoogleResponse)
  const location = useLocation()
  const navigate = useNavigate()

  const finish = useEffectEvent(async (response: string) => {
    const message = await signInWithGoogle(response, async state => {
      if (state) await navigate(location.pathname, { replace: true, state })
    })
    if (message === undefined) return
    setBusy(false)
    onFailure(message)
  })
  // Back from Google: finish the sign-in.
  useEffect(() => {
    const response = takeGoogleResponse()
    if (response !== undefined) void finish(response)
  }, [])

  async function go(): Promise<void> {
    const message = await redirectToGoogle(invitation, location.state)
    if (message !== undefined) onFailure(message)
  }

  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className="button relative w-full"
      onClick={busy ? undefined : go}
    >
      <span className={`flex items-center gap-2.5 ${busy ? 'opacity-0' : ''}`}>
        <GoogleMark />
        {signInTexts.continueWithGoogle}
      </span>
      {busy && <Spinner className="absolute size-5" />}
    </button>
  )
}

function GoogleMark() {
  return (
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
  )
}
