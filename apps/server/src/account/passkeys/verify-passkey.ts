import {
  type Assertion,
  type CreationOptions,
  type NewCredential,
  type RequestOptions,
  TRANSPORTS,
} from '@refrain/contract/account/passkeys'
import type { PasskeyRow } from '../tables.ts'
import { CHALLENGE_LIFETIME_MS } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded when somebody uses a passkey: it has hundreds of modules. */
const loadLibrary = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ECDSA with P-256, and RSA, which Windows Hello may use. */
const ALGORITHMS = [-8, -7, -257]

/** What a new passkey is for. */
interface Owner {
  readonly userId: string
  /** Shown by the browser: email address and name. */
  readonly email: string
  readonly name: string
}

type Descriptor = Pick<PasskeyRow, 'credential_id' | 'transports'>

/** @param known passkeys of the listener: no device makes a second one */
export async function createOptions(
  { id, name: rpName }: { id: string; name: string },
  { userId, email, name }: Owner,
  known: readonly Descriptor[] = [],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    rp: { id, name: rpName },
    user: { id: options.user.id, name: email, displayName: name },
    challenge: options.challenge,
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** @param known passkeys to choose from; none: any that the browser has for this service */
export async function requestPasskey(
  { id }: Pick<RelyingParty, 'id'>,
  known: readonly Descriptor[] = [],
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const { challenge } = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
  return {
    rpId: id,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: known.map(toDescriptor),
    userVerification: 'required',
  }
}

const toDescriptor = ({ credential_id, transports }: Descriptor) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: TRANSPORTS.filter(transport => transports.split(' ').includes(transport)),
})

/** What is stored of a new passkey. */
export type VerifiedPasskey = Pick<
  PasskeyRow,
  'rp_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'synced' | 'backed_up'
> & { readonly aaguid: string }

/**
 * The attestation object without what the authenticator says about its maker. That was not asked for, and the library would fetch
 * the lists of revoked certificates at the addresses that the given certificates name: anybody could have us send requests.
 * @param attestationObject in base64url
 * @throws if it is none
 */
async function dropAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await loadHelpers()
  const given = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', given.get('authData')],
  ])
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url')
}

/** Undefined if it is not what was asked for. */
export async function verifyNewPasskey(
  { id, clientDataJSON, attestationObject, transports }: NewCredential,
  party: RelyingParty,
  challenge: string,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const verify = async () =>
    verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject: await dropAttestation(attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  const verification = await verify().catch(() => undefined)
  const info = verification?.registrationInfo
  if (!verification?.verified || !info) return undefined
  return {
    rp_id: party.id,
    credential_id: info.credential.id,
    public_key: Buffer.from(info.credential.publicKey).toString('base64url'),
    counter: info.credential.counter,
    transports: transports.join(' '),
    synced: info.credentialDeviceType === 'multiDevice' ? 1 : 0,
    backed_up: info.credentialBackedUp ? 1 : 0,
    aaguid: info.aaguid,
  }
}

/**
 * What changes with a use; undefined if the signature is wrong, or the count shows that there is a copy.
 * @param needsHandle whether the answer must name the account, as those do to a question that names no passkeys
 */
export async function verifyUse(
  { id, clientDataJSON, authenticatorData, signature, userHandle }: Assertion,
  passkey: Pick<PasskeyRow, 'user_id' | 'credential_id' | 'public_key' | 'counter'>,
  party: RelyingParty,
  challenge: string,
  needsHandle: boolean,
): Promise<Pick<PasskeyRow, 'counter' | 'backed_up'> | undefined> {
  const handle = Buffer.from(passkey.user_id).toString('base64url')
  if (userHandle === undefined ? needsHandle : userHandle !== handle) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verification = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (!verification?.verified) return undefined
  const { newCounter, credentialBackedUp } = verification.authenticationInfo
  return { counter: newCounter, backed_up: credentialBackedUp ? 1 : 0 }
}
