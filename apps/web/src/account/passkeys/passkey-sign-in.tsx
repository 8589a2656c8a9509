import { signInTexts } from '@refrain/messages/en/sign-in'
import { canUsePasskeys } from './browser-passkeys.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

interface Props {
  readonly onFailure: (message: string) => void
}

/** Signs in with a passkey: by the button, or by the suggestions of the email field. Nothing where there are none. */
export function PasskeySignIn({ onFailure }: Props) {
  const { isBusy, isOff, start } = usePasskeySignIn(onFailure)
  if (isOff || !canUsePasskeys()) return null
  return (
    <PasskeyButton busy={isBusy} onClick={() => void start()}>
      {signInTexts.loginWithPasskey}
    </PasskeyButton>
  )
}
