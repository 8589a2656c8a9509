import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  RequestOptions,
} from '@refrain/contract/account/passkeys'

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasCredential: 0x40 }

interface Credential {
  readonly id: Buffer
  readonly key: KeyObject
  readonly userHandle: string
  readonly rpId: string
  counter: number
}

/** An authenticator with passkeys (Web Authentication, ES256, attestation "none"), and the browser in front of it. */
export class SoftAuthenticator {
  readonly #credentials: Credential[] = []
  readonly #origin: string
  readonly #flags: number
  readonly #counts: boolean

  /** @param isVerifying whether it asks for a finger or a PIN. @param counts whether it counts its signatures */
  constructor({ origin = 'http://localhost', isVerifying = true, isSynced = true, counts = false } = {}) {
    this.#origin = origin
    this.#flags =
      FLAGS.present |
      (isVerifying ? FLAGS.verified : 0) |
      (isSynced ? FLAGS.backupEligible | FLAGS.backedUp : 0)
    this.#counts = counts
  }

  /** What `navigator.credentials.create` returns. */
  create({ challenge, rp, user, excludeCredentials }: CreationOptions): NewCredential {
    const known = new Set(excludeCredentials.map(each => each.id))
    if (this.#credentials.some(({ id }) => known.has(id.toString('base64url'))))
      throw new Error('InvalidStateError')
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    const credential = { id, key: privateKey, userHandle: user.id, rpId: rp.id, counter: 0 }
    this.#credentials.push(credential)
    const aaguid = Buffer.alloc(16)
    const length = Buffer.from([0, id.length])
    const attested = Buffer.concat([aaguid, length, id, encodeKey(publicKey)])
    const authData = Buffer.concat([this.#authenticatorData(credential, FLAGS.hasCredential), attested])
    return {
      id: id.toString('base64url'),
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: encodeAttestation(authData).toString('base64url'),
      transports: ['internal'],
    }
  }

  /** What `navigator.credentials.get` returns: of the allowed passkeys, or of all, the newest. */
  get({ challenge, rpId, allowCredentials }: RequestOptions): Assertion {
    const allowed = new Set(allowCredentials.map(each => each.id))
    const credential = this.#credentials.findLast(
      each => each.rpId === rpId && (allowed.size === 0 || allowed.has(each.id.toString('base64url'))),
    )
    if (!credential) throw new Error('NotAllowedError')
    if (this.#counts) credential.counter++
    const authData = this.#authenticatorData(credential)
    const clientDataJSON = this.#clientData('webauthn.get', challenge)
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    return {
      id: credential.id.toString('base64url'),
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, clientHash]), credential.key).toString('base64url'),
      userHandle: credential.userHandle,
    }
  }

  /** Sets the count of the newest passkey back, as a copy of it has it. */
  rewind(): void {
    const newest = this.#credentials.at(-1)
    if (newest) newest.counter = 0
  }

  #authenticatorData({ rpId, counter }: Credential, more = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const rpHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpHash, Buffer.from([this.#flags | more]), count])
  }

  #clientData(type: string, challenge: string): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }
}

/** The COSE key of an EC2 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function encodeKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

/** {fmt: 'none', attStmt: {}, authData}, in CBOR. */
function encodeAttestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
