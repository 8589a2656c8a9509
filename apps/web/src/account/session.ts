import { deleteCookie } from '@refrain/contract/account/cookies'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { waitBeforeRetry } from '../api/retry-delay.ts'
import { send } from '../api/send.ts'
import { registerSession } from '../api/session-access.ts'
import { clearLocal, readLocal, writeLocal } from '../ui/browser/local-storage.ts'
import { forgetLogout, isLoggedOut, isLogoutPending, rememberLogout } from './pending-logout.ts'
import { readTokenCookie, storeInCookie, TIMEOUT_MS } from './session-cookie.ts'

/** First part of the key of every query that only the signed-in listener may see; it ends with the session. */
const MEMBERS_OWN = 'own'

/**
 * The key of a query of a listener's own, by the kind of change that makes it stale: of all of a kind at once
 * where nothing more is named.
 */
export function ownKey(
  token: string | null,
  kind: LiveUpdateKind,
  ...more: readonly string[]
): readonly unknown[] {
  return [MEMBERS_OWN, token, kind, ...more]
}

/** Local storage keys (STO-01, STO-02); cookies of the same names mirror them (STO-22, STO-26). */
const TOKEN = 'token'
const USER_ID = 'userId'

/** Longest time in milliseconds that the server gets to say who is signed in; the first time it is `PATIENCE`. */
const MOST_PATIENCE = 40_000

interface Session {
  /** A token, null for a guest. */
  readonly token: string | null
  /** False until the server's cookie has been asked: it decides, the local copy is a guess (READ-09). */
  readonly known: boolean
}

let session: Session = { token: unlessLoggedOut(readLocal(TOKEN)), known: false }
let isAsked = false
/** Whether the server could be asked last time. */
let answered = true
const watching = new Set<() => void>()
const ending = new Set<() => void>()

function change(next: Session): void {
  // Also where somebody else is signed in by now.
  const ended = session.token !== null && next.token !== session.token
  session = next
  if (ended) {
    for (const act of ending) act()
    queryClient.removeQueries({ queryKey: [MEMBERS_OWN] })
  }
  for (const changed of watching) changed()
}

/** Has `changed` called whenever it is another who is signed in, or known for certain. Answers what calls it off. */
export function subscribeToSession(changed: () => void): () => void {
  watching.add(changed)
  return () => watching.delete(changed)
}

/** Has `act` called whenever a session ends, in whichever way and tab, until the signal. */
export function onSessionEnd(act: () => void, signal: AbortSignal): void {
  ending.add(act)
  signal.addEventListener('abort', () => ending.delete(act))
}

/** Asks who is signed in, and follows what other tabs do. Called once, at start; nothing waits for it. */
export function restoreSession(): void {
  askOnce()
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN || key === null) askAgain(unlessLoggedOut(readLocal(TOKEN)))
  })
  addEventListener('online', () => {
    if (!answered || isLogoutPending()) askAgain(session.token)
  })
}

function askOnce(): void {
  if (isAsked) return
  isAsked = true
  void ask()
}

/** Until the answer is there, `token` is the guess. */
function askAgain(token: string | null): void {
  change({ token, known: false })
  isAsked = true
  void ask()
}

/**
 * Asks the server until it answers, with growing patience. An unreachable server signs nobody out: a local copy of the
 * token, or of a logout, holds until then. Without either it stays unknown who is signed in: a guess would send a
 * member away from their own pages.
 */
async function ask(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const before = session
    const answer = await readTokenCookie(Math.min(TIMEOUT_MS * 2 ** tries, MOST_PATIENCE)).catch(
      () => undefined,
    )
    // Whoever signed in or out meanwhile knows better.
    if (session !== before) return
    answered = answer !== undefined
    if (answer !== undefined) return settle(answer)
    const token = unlessLoggedOut(session.token)
    if (!session.known && (token !== null || isLogoutPending())) change({ token, known: true })
    const unanswered = session
    await waitBeforeRetry(tries)
    if (session !== unanswered) return
  }
}

/** Null in place of a token that was left. */
function unlessLoggedOut(token: string | null): string | null {
  return token !== null && isLoggedOut(token) ? null : token
}

/** From now on it is known who is signed in; the local copy says the same (AUTH-07). */
function settle(token: string | null): void {
  writeLocal(TOKEN, token)
  if (token === null && readLocal(USER_ID) !== null) {
    writeLocal(USER_ID, null)
    send(deleteCookie, { name: USER_ID }).catch(() => {})
  }
  change({ token, known: true })
}

registerSession({ readToken, endSession })

const currentToken = () => session.token
const isSignedIn = () => session.known && !!session.token
const isGuest = () => session.known && session.token === null

/** The token of the signed-in listener, null for a guest; at the very start what the local copy says. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToSession, currentToken, currentToken)
}

/**
 * The same for actions and loaders; waits until it is known for certain who is signed in.
 * @throws the signal's reason when it is aborted before that
 */
export async function readToken(signal?: AbortSignal): Promise<string | null> {
  if (!session.known) await untilKnown(signal)
  return session.token
}

function untilKnown(signal?: AbortSignal): Promise<void> {
  askOnce()
  return new Promise((resolve, reject) => {
    const stopWatching = subscribeToSession(() => {
      if (!session.known) return
      stopWatching()
      resolve()
    })
    signal?.addEventListener('abort', () => {
      stopWatching()
      reject(signal.reason)
    })
  })
}

/** Whether somebody is signed in for certain, not by the local copy alone. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeToSession, isSignedIn, isSignedIn)
}

/** Whether nobody is signed in for certain: until then nobody is sent away from a member's page. */
export function useIsGuest(): boolean {
  return useSyncExternalStore(subscribeToSession, isGuest, isGuest)
}

/** The id of the signed-in listener as the browser keeps it; null before it has been asked for once. */
export const readUserId = () => readLocal(USER_ID)

/** Who is signed in, by an id for links; null for a guest. */
export function useMemberId(): string | null {
  return useSyncExternalStore(subscribeToSession, idForLinks, idForLinks)
}

/**
 * As long as a member's id is not known, a word in its place: it is nobody's id, and pages of members lead from
 * anybody else's to the own (PROP-35).
 */
const idForLinks = () => (session.token === null ? null : (readUserId() ?? 'me'))

/** Begins a session: the token is kept in state, locally and in a cookie (AUTH-07, AUTH-08, READ-46). */
export async function beginSession(token: string): Promise<void> {
  forgetLogout()
  settle(token)
  await storeInCookie(TOKEN, token)
}

/** Keeps the id of the signed-in listener beside their token (STO-02, STO-26). */
export async function storeUserId(id: string): Promise<void> {
  // What comes after a logout has begun would outlive it.
  if (session.token === null || isLoggedOut(session.token)) return
  if (readLocal(USER_ID) === id) return
  writeLocal(USER_ID, id)
  for (const changed of watching) changed()
  await storeInCookie(USER_ID, id)
}

/** Ends a session the server no longer knows; nothing where another one has begun since, here or in another tab. */
export function endSession(token: string): void {
  if (session.token !== token) return
  rememberLogout(token)
  askAgain(token)
}

/** Nobody is signed in here any more, and nothing is kept. */
export function clearSession(): void {
  change({ token: null, known: true })
  clearLocal()
}
