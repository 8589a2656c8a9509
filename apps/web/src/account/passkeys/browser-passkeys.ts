import type {
  Assertion,
  CreationOptions,
  NewCredential,
  RequestOptions,
} from '@refrain/contract/account/passkeys'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** Whether this browser offers passkeys at the address of this page: encrypted, and with a host name. */
export function canUsePasskeys(): boolean {
  const isIpAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return window.isSecureContext && !isIpAddress && browserSupportsWebAuthn()
}

/** Has the listener make a passkey. @throws if they cancel, or have one for this account on this device */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { id, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports: [...transports] }
}

/**
 * Has the listener choose and unlock a passkey.
 * @param useBrowserAutofill waits until they choose one from the suggestions of a field
 * @throws if they cancel
 */
export async function unlockPasskey(options: RequestOptions, useBrowserAutofill = false): Promise<Assertion> {
  const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** Ends what waits for the listener. */
export function stopWaitingForPasskey(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Tells the listener's password manager that a passkey it has just stored is of no use. */
export function forgetPasskey(rpId: string, credentialId: string): void {
  const { signalUnknownCredential } = PublicKeyCredential as unknown as {
    signalUnknownCredential?: (of: { rpId: string; credentialId: string }) => Promise<void>
  }
  signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId }).catch(() => {})
}

/** Whether the listener, or another request for a passkey, has ended the wait: nothing that they must be told. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** Whether the device has a passkey for the account already. */
export function isKnownDevice(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}
