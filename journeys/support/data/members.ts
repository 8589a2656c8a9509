import { createUser, login } from '@refrain/contract/account/sign-in'
import type { APIRequestContext } from 'playwright-core'

export interface Member {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
}

let members = 0

/** An email address that no other journey of this process has. */
export const newAddress = () => `ada-${++members}@example.org`

/** Signs Ada up with an address of her own, in the browser to which `request` belongs. */
export async function signUpAda(request: APIRequestContext): Promise<Member> {
  const data = { name: 'Ada', email: newAddress(), password: 'correct horse battery' }
  const { authtoken } = await (await request.post(createUser.path, { data })).json()
  return { ...data, token: String(authtoken) }
}

/** Logs a member in, in another browser. */
export async function logIn(request: APIRequestContext, { email, password }: Member): Promise<void> {
  const answer = await request.post(login.path, { data: { email, password } })
  if (!answer.ok()) throw new Error(`The login was answered with ${answer.status()}`)
}
