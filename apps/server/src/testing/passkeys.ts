import {
  addPasskey,
  signInWithPasskey,
  signUpWithPasskey,
  startPasskey,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@refrain/contract/account/passkeys'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { SoftAuthenticator } from './soft-authenticator.ts'
import { answerOf, call } from './start-app.ts'

/** A guest's browser: it keeps the cookie that its challenges are bound to. */
export class GuestBrowser {
  readonly #app: FastifyInstance
  #cookie = ''

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get headers(): Record<string, string> {
    return this.#cookie === '' ? {} : { cookie: this.#cookie }
  }

  /** Options for signing in. */
  async startSignIn() {
    const answer = await call(this.#app, startPasskeySignIn, {}, this.headers)
    this.#keepCookie(answer)
    return startPasskeySignIn.output.parse(answer.json())
  }

  /** Signs in with a passkey of an authenticator. */
  async signIn(authenticator: SoftAuthenticator): Promise<LightMyRequestResponse> {
    const passkey = authenticator.get(await this.startSignIn())
    return call(this.#app, signInWithPasskey, { passkey }, this.headers)
  }

  /** Creates an account with a passkey of an authenticator. */
  async signUp(
    authenticator: SoftAuthenticator,
    { name, email, invitation }: { name: string; email: string; invitation?: string },
  ): Promise<LightMyRequestResponse> {
    const person = { name, email, ...(invitation !== undefined && { invitation }) }
    const answer = await call(this.#app, startPasskeySignUp, person, this.headers)
    if (answer.statusCode !== 200) return answer
    this.#keepCookie(answer)
    const passkey = authenticator.create(startPasskeySignUp.output.parse(answer.json()))
    return call(this.#app, signUpWithPasskey, { ...person, passkey }, this.headers)
  }

  #keepCookie({ headers }: LightMyRequestResponse): void {
    this.#cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  }
}

/** Adds a passkey to an account. @returns the passkey as its listener sees it */
export async function addOwnPasskey(
  app: FastifyInstance,
  authenticator: SoftAuthenticator,
  headers: Record<string, string>,
) {
  const options = await answerOf(app, startPasskey, {}, headers)
  return answerOf(app, addPasskey, { passkey: authenticator.create(options) }, headers)
}
