import {
  signInWithPasskey,
  signUpWithPasskey,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@refrain/contract/account/passkeys'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { CallError } from '../../api/send.ts'
import { beginSession, readToken } from '../session.ts'
import { createPasskey, forgetPasskey, isCancelled, unlockPasskey } from './browser-passkeys.ts'

/** Why a passkey signed nobody in. */
export interface LoginFailure {
  /** The message to show; '' if the listener cancelled. */
  readonly text: string
  /** Whether the listener had chosen a passkey. */
  readonly hasChosen: boolean
  /** Whether passkeys cannot work at this address. */
  readonly isOff: boolean
}

/**
 * Signs in with a passkey that the listener chooses.
 * @param usesAutofill offers them as suggestions of the email field, and waits
 * @returns undefined if that worked
 */
export async function logInWithPasskey(usesAutofill = false): Promise<LoginFailure | undefined> {
  let hasChosen = false
  try {
    const options = await call(startPasskeySignIn, {})
    const passkey = await unlockPasskey(options, usesAutofill)
    hasChosen = true
    // A pending logout would end the new session: wait for it.
    await readToken()
    const { token } = await call(signInWithPasskey, { passkey })
    await beginSession(token)
    return undefined
  } catch (error) {
    const isOff = error instanceof CallError && error.status === 409
    return { text: isCancelled(error) ? '' : errorText(error), hasChosen, isOff }
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
  try {
    const options = await call(startPasskeySignUp, signup)
    const passkey = await createPasskey(options)
    await readToken()
    const answer = await call(signUpWithPasskey, { ...signup, passkey }).catch((error: unknown) => {
      // It may be the only key of an account that was created although no answer came.
      if (!isRefusal(error)) throw new Error(signInTexts.signupUncertain)
      forgetPasskey(options.rp.id, passkey.id)
      throw error
    })
    await beginSession(answer.token)
    return undefined
  } catch (error) {
    return isCancelled(error) ? '' : errorText(error)
  }
}

/** Whether the service has refused, so that nothing was created. */
const isRefusal = (error: unknown) => error instanceof CallError && error.status >= 400 && error.status < 500
