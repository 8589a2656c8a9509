import { PASSKEY_EXPIRED, PASSKEY_UNKNOWN } from '@refrain/contract/account/passkeys'
import { minuteLimits } from '@refrain/contract/limits'
import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { canUsePasskeys, stopWaitingForPasskey } from './browser-passkeys.ts'
import { logInWithPasskey } from './sign-in-with-passkey.ts'

/** After these, another passkey may work. */
const WORTH_ANOTHER = [PASSKEY_UNKNOWN, PASSKEY_EXPIRED]

/** A page that stays open asks for a fresh challenge before the last one expires. */
const REFRESH_MS = (minuteLimits.passkeyChallenge - 1) * 60_000

/**
 * Signing in with a passkey: offered as suggestions of the email field while the component is mounted, and on `start`.
 * @param onFailure gets the message to show
 * @returns isOff: whether passkeys turned out not to work at this address
 */
export function usePasskeySignIn(onFailure: (message: string) => void) {
  const [isBusy, setBusy] = useState(false)
  const [isOff, setOff] = useState(false)
  const [round, setRound] = useState(0)
  const fail = useEffectEvent(onFailure)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (isBusy || isOff || !canUsePasskeys()) return
    let isOver = false
    const nextRound = () => setRound(count => count + 1)
    const timer = setTimeout(nextRound, REFRESH_MS)
    async function offer(): Promise<void> {
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return
      const failure = await logInWithPasskey(true)
      if (isOver || !failure) return
      setOff(failure.isOff)
      // Nobody has asked for anything before they choose.
      if (!failure.hasChosen || failure.text === '') return
      fail(failure.text)
      if (WORTH_ANOTHER.includes(failure.text)) nextRound()
    }
    void offer()
    return () => {
      isOver = true
      clearTimeout(timer)
      stopWaitingForPasskey()
    }
  }, [isBusy, isOff, round])

  async function start(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const failure = await logInWithPasskey()
    setBusy(false)
    if (failure?.isOff) setOff(true)
    if (failure?.text) onFailure(failure.text)
  }
  return { isBusy, isOff, start }
}
