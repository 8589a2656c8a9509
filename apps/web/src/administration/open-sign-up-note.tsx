import type { GuestMode, SignUpMode } from '@refrain/contract/administration/settings'
import { administrationTexts } from '@refrain/messages/en/administration'

interface Props {
  readonly guests: GuestMode
  readonly signUp: SignUpMode
}

/** Says that a service which guests cannot listen to is still open to whoever creates an account. */
export function OpenSignUpNote({ guests, signUp }: Props) {
  if (guests !== 'off' || signUp !== 'open') return null
  return <p className="mt-2 text-sm text-quiet">{administrationTexts.guestsOffOpenText}</p>
}
