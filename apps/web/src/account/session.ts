import { deleteCookie } from '@refrain/contract/account/cookies'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { resetPrivateQueries } from '../api/reset-private-queries.ts'
import { waitBeforeRetry } from '../api/retry-delay.ts'
import { send } from '../api/send.ts'
import { registerSession } from '../api/session-access.ts'
import { ownName } from '../prefix.ts'
import { clearLocal, readLocal, writeLocal } from '../ui/browser/local-storage.ts'
import { askToConfirm } from './keys/confirmation.ts'
import { forgetLogout, isLoggedOut, isLogoutPending, rememberLogout } from './pending-logout.ts'
import { readTokenCookie, storeInCookie, TIMEOUT_MS } from './session-cookie.ts'

/** First part of the key of every query that only the signed-in listener may see; removed when the session ends. */
const MEMBERS_OWN = 'own'

/** The key of a query of the signed-in listener. `kind` is the kind of live update that makes it stale. */
export function ownKey(
  token: string | null,
  kind: LiveUpdateKind,
  ...more: readonly string[]
): readonly unknown[] {
  return [MEMBERS_OWN, token, kind, ...more]
}

/** Local storage keys; cookies of the same names mirror them. */
const TOKEN = 'token'
const USER_ID = 'userId'
/** Local storage only: the token that the current one has replaced, which does not work any more. */
const REPLACED = 'replacedToken'

/** The timeout of asking who is signed in starts at TIMEOUT_MS and doubles up to this. */
const MAX_TIMEOUT_MS = 40_000

interface Session {
  /** null for a guest. */
  readonly token: string | null
  /** False until the server's cookie has been read: the local copy is only a guess. */
  readonly isKnown: boolean
}

let session: Session = { token: unlessLoggedOut(readLocal(TOKEN)), isKnown: false }
let isAsked = false
/** Whether the server answered last time. */
let isReachable = true
const listeners = new Set<() => void>()
const endListeners = new Set<() => void>()

function change(next: Session): void {
  const isRenewed = next.token !== null && session.token !== null && readLocal(REPLACED) === session.token
  // Also if somebody else has signed in.
  const ended = session.token !== null && next.token !== session.token && !isRenewed
  const begun = next.token !== null && next.token !== session.token
  if (isRenewed) moveQueries(session.token, next.token)
  session = next
  if (ended) {
    for (const act of endListeners) act()
    queryClient.removeQueries({ queryKey: [MEMBERS_OWN] })
    resetPrivateQueries()
  }
  // What a guest may not see on a private service has failed; it is fetched again.
  if (begun) queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  for (const changed of listeners) changed()
}

/** The same listener goes on with another token: what has been fetched still counts. */
function moveQueries(from: string | null, to: string | null): void {
  if (from === to) return
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [MEMBERS_OWN, from] })) {
    const [, , ...rest] = queryKey
    if (state.data !== undefined)
      queryClient.setQueryData([MEMBERS_OWN, to, ...rest], state.data, { updatedAt: state.dataUpdatedAt })
  }
  queryClient.removeQueries({ queryKey: [MEMBERS_OWN, from] })
}

/** Calls `changed` when somebody else is signed in, or it becomes certain who is. @returns unsubscribes */
export function subscribeToSession(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Calls `act` when a session ends, in this tab or another, until the signal aborts. */
export function onSessionEnd(act: () => void, signal: AbortSignal): void {
  endListeners.add(act)
  signal.addEventListener('abort', () => endListeners.delete(act))
}

/** Asks the server who is signed in, and follows logins and logouts of other tabs. Called once, at start. */
export function restoreSession(): void {
  askOnce()
  addEventListener('storage', ({ key }) => {
    if (key === ownName(TOKEN) || key === null) askAgain(unlessLoggedOut(readLocal(TOKEN)))
  })
  addEventListener('online', () => {
    if (!isReachable || isLogoutPending()) askAgain(session.token)
  })
}

function askOnce(): void {
  if (isAsked) return
  isAsked = true
  void ask()
}

/** @param token the guess until the server has answered */
function askAgain(token: string | null): void {
  change({ token, isKnown: false })
  isAsked = true
  void ask()
}

/**
 * Asks the server until it answers, with growing timeouts. Until then the local copy of the token, or a pending logout,
 * counts: an unreachable server must not sign anybody out. Without either, it stays unknown who is signed in, because
 * a guess would redirect members away from their own pages.
 */
async function ask(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const before = session
    const response = await readTokenCookie(Math.min(TIMEOUT_MS * 2 ** tries, MAX_TIMEOUT_MS)).catch(
      () => undefined,
    )
    // Somebody has signed in or out meanwhile.
    if (session !== before) return
    isReachable = response !== undefined
    if (response !== undefined) return settle(response)
    const token = unlessLoggedOut(session.token)
    if (!session.isKnown && (token !== null || isLogoutPending())) change({ token, isKnown: true })
    const unanswered = session
    await waitBeforeRetry(tries)
    if (session !== unanswered) return
  }
}

/** null for a token whose logout is pending. */
function unlessLoggedOut(token: string | null): string | null {
  return token !== null && isLoggedOut(token) ? null : token
}

/** Sets who is certainly signed in, and updates the local copy. */
function settle(token: string | null): void {
  writeLocal(TOKEN, token)
  if (token === null && readLocal(USER_ID) !== null) {
    writeLocal(USER_ID, null)
    send(deleteCookie, { name: USER_ID }).catch(() => {})
  }
  change({ token, isKnown: true })
}

registerSession({ readToken, endSession, confirm: askToConfirm })

const currentToken = () => session.token
const isSignedIn = () => session.isKnown && !!session.token
const isGuest = () => session.isKnown && session.token === null

/** The token of the signed-in listener, null for a guest; at the start a guess from the local copy. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToSession, currentToken, currentToken)
}

/**
 * The token, null for a guest, once it is certain who is signed in. For actions and loaders.
 * @throws the signal's reason if it aborts first
 */
export async function readToken(signal?: AbortSignal): Promise<string | null> {
  if (!session.isKnown) await untilKnown(signal)
  return session.token
}

function untilKnown(signal?: AbortSignal): Promise<void> {
  askOnce()
  return new Promise((resolve, reject) => {
    const stopWatching = subscribeToSession(() => {
      if (!session.isKnown) return
      stopWatching()
      resolve()
    })
    signal?.addEventListener('abort', () => {
      stopWatching()
      reject(signal.reason)
    })
  })
}

/** Whether somebody is certainly signed in. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeToSession, isSignedIn, isSignedIn)
}

/** Whether certainly nobody is signed in. */
export function useIsGuest(): boolean {
  return useSyncExternalStore(subscribeToSession, isGuest, isGuest)
}

/** The stored id of the signed-in listener; null until it has been fetched once. */
export const readUserId = () => readLocal(USER_ID)

/** The id of the signed-in listener for links; null for a guest. */
export function useMemberId(): string | null {
  return useSyncExternalStore(subscribeToSession, idForLinks, idForLinks)
}

/** Until a member's id is known, `me`: it is nobody's id, and members' pages redirect other ids to the own one. */
const idForLinks = () => (session.token === null ? null : (readUserId() ?? 'me'))

/** Begins a session: stores the token in memory, in local storage and in a cookie. */
export async function beginSession(token: string): Promise<void> {
  forgetLogout()
  settle(token)
  await storeInCookie(TOKEN, token)
}

/**
 * Goes on with the token that the server has given the session in place of its former one. Other tabs follow. The answer of the
 * server has set the cookie.
 */
export function renewSession(from: string, to: string): void {
  if (session.token !== from) return
  // First: other tabs hear of the token.
  writeLocal(REPLACED, from)
  settle(to)
}

/** Stores the id of the signed-in listener in local storage and in a cookie. */
export async function storeUserId(id: string): Promise<void> {
  // An id that arrives during a logout would outlive it.
  if (session.token === null || isLoggedOut(session.token)) return
  if (readLocal(USER_ID) === id) return
  writeLocal(USER_ID, id)
  for (const changed of listeners) changed()
  await storeInCookie(USER_ID, id)
}

/** Ends a session that the server rejects, unless another one has begun since. */
export function endSession(token: string): void {
  if (session.token !== token) return
  const stored = readLocal(TOKEN)
  // Another tab was given a new one.
  const isReplaced = stored !== null && readLocal(REPLACED) === token
  if (!isReplaced) rememberLogout(token)
  askAgain(isReplaced ? stored : token)
}

/** Signs out in this browser and clears local storage. */
export function clearSession(): void {
  change({ token: null, isKnown: true })
  clearLocal()
}
