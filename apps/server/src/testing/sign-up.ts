import { createUser } from '@refrain/contract/account/sign-in'
import type { FastifyInstance } from 'fastify'
import { answerOf } from './start-app.ts'

export const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
export const GRACE = { name: 'Grace Hopper', email: 'grace@example.org', password: 'a moth in a relay' }
export const ALAN = { name: 'Alan Turing', email: 'alan@example.org', password: 'halting machines' }

/** Creates an account. @returns headers that authenticate its listener */
export async function signUp(app: FastifyInstance, listener = ADA): Promise<{ 'auth-token': string }> {
  const { authtoken } = await answerOf(app, createUser, listener)
  return { 'auth-token': authtoken }
}
