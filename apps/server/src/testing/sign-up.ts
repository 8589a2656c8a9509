import { updatePassword } from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import type { WireInputOf } from '@refrain/contract/operation'
import type { FastifyInstance } from 'fastify'
import { answerOf } from './start-app.ts'

export const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
export const GRACE = { name: 'Grace Hopper', email: 'grace@example.org', password: 'a moth in a relay' }
export const ALAN = { name: 'Alan Turing', email: 'alan@example.org', password: 'halting machines' }

/** Changes a password. @returns headers that authenticate the session from then on */
export async function changePassword(
  app: FastifyInstance,
  given: WireInputOf<typeof updatePassword>,
  headers: Record<string, string>,
): Promise<{ 'auth-token': string }> {
  const { authtoken } = await answerOf(app, updatePassword, given, headers)
  return { 'auth-token': authtoken }
}

/** Creates an account. @returns headers that authenticate its listener */
export async function signUp(app: FastifyInstance, listener = ADA): Promise<{ 'auth-token': string }> {
  const { authtoken } = await answerOf(app, createUser, listener)
  return { 'auth-token': authtoken }
}
