import {
  signInWithPasskey,
  signUpWithPasskey,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@refrain/contract/account/passkeys'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { beginSession, readToken } from '../session.ts'
import { createPasskey, forgetPasskey, isCancelled, unlockPasskey } from './browser-passkeys.ts'

/**
 * Signs in with a passkey that the listener chooses.
 * @param usesAutofill offers them as suggestions of the email field, and waits
 * @returns the message to show if that fails; '' if the listener cancels
 */
export async function logInWithPasskey(usesAutofill = false): Promise<string | undefined> {
  try {
    const options = await call(startPasskeySignIn, {})
    const passkey = await unlockPasskey(options, usesAutofill)
    // A pending logout would end the new session: wait for it.
    await readToken()
    const { token } = await call(signInWithPasskey, { passkey })
    await beginSession(token)
    return undefined
  } catch (error) {
    return isCancelled(error) ? '' : errorText(error)
  }
}

interface Signup {
  readonly name: string
  readonly email: string
  readonly invitation?: string
}

/**
 * Creates an account with a passkey, and signs in.
 * @returns the message to show if that fails; '' if the listener cancels
 */
export async function signUpByPasskey(signup: Signup): Promise<string | undefined> {
  let forget = () => {}
  try {
    const options = await call(startPasskeySignUp, signup)
    const passkey = await createPasskey(options)
    forget = () => forgetPasskey(options.rp.id, passkey.id)
    await readToken()
    const { token } = await call(signUpWithPasskey, { ...signup, passkey })
    await beginSession(token)
    return undefined
  } catch (error) {
    forget()
    return isCancelled(error) ? '' : errorText(error)
  }
}
