import { deleteCookie, getCookie, setCookie } from '@refrain/contract/cookies'
import { useSyncExternalStore } from 'react'
import { send } from '../api/send.ts'
import { keepLocally, readLocally } from '../ui/local-storage.ts'

/** Local storage keys (STO-01, STO-02); cookies of the same names mirror them (STO-22, STO-26). */
const TOKEN = 'token'
const USER_ID = 'userId'
/** Session storage key, there while a logout could not be told to the server; a reload tells it again. */
const LEAVING = 'leaving'

interface Session {
  /** A token, null for a guest. */
  readonly token: string | null
  /** False until the server's cookie has been asked: it decides, the local copy is a guess (READ-09). */
  readonly known: boolean
}

let session: Session = { token: readLocally(TOKEN), known: false }
let asked: Promise<void> | undefined
const watching = new Set<() => void>()

function change(next: Session): void {
  session = next
  for (const changed of watching) changed()
}

function watch(changed: () => void): () => void {
  watching.add(changed)
  return () => watching.delete(changed)
}

/** Asks who is signed in, and follows what other tabs do. Called once, at start; nothing waits for it. */
export function startSession(): void {
  asked ??= ask()
  addEventListener('storage', ({ key }) => {
    if (key !== TOKEN && key !== null) return
    change({ token: readLocally(TOKEN), known: false })
    asked = ask()
  })
}

/** A server that cannot be reached changes nothing: it never signs anyone out (PROP-08). */
async function ask(): Promise<void> {
  const before = session
  const answer = await readCookie().catch(() => undefined)
  // Whoever signed in or out meanwhile knows better.
  if (session !== before) return
  if (answer === undefined) change({ token: session.token, known: true })
  else settle(answer.value)
}

async function readCookie(): Promise<{ readonly value: string | null }> {
  if (sessionStorage.getItem(LEAVING) === null) return send(getCookie, { name: TOKEN })
  await send(deleteCookie, { name: TOKEN })
  sessionStorage.removeItem(LEAVING)
  return { value: null }
}

/** From now on it is known who is signed in; the local copy says the same (AUTH-07). */
function settle(token: string | null): void {
  keepLocally(TOKEN, token)
  if (token === null) keepLocally(USER_ID, null)
  change({ token, known: true })
}

/** The token of the signed-in listener, null for a guest; at the very start what the local copy says. */
export function useToken(): string | null {
  return useSyncExternalStore(watch, () => session.token)
}

/** The same for acts and loaders; waits until the server's cookie has been asked. */
export async function readToken(): Promise<string | null> {
  if (!session.known) {
    asked ??= ask()
    await asked
  }
  return session.token
}

/** Whether somebody is signed in for certain, not by the local copy alone. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(watch, () => session.known && !!session.token)
}

/** Begins a session: the token is kept in state, locally and in a cookie (AUTH-07, AUTH-08, READ-46). */
export async function keepSession(token: string): Promise<void> {
  sessionStorage.removeItem(LEAVING)
  settle(token)
  await mirror(TOKEN, token)
}

/** Keeps the id of the signed-in listener beside their token (STO-02, STO-26). */
export async function keepUserId(id: string): Promise<void> {
  if (readLocally(USER_ID) === id) return
  keepLocally(USER_ID, id)
  await mirror(USER_ID, id)
}

/** Ends a session the server no longer knows; nothing where another one has begun since. */
export function endSession(token: string): void {
  if (session.token !== token) return
  settle(null)
  for (const name of [TOKEN, USER_ID]) send(deleteCookie, { name }).catch(() => {})
}

/** Nobody is signed in here any more, whether or not the server's cookie could be cleared. */
export function leaveSession(cookieCleared: boolean): void {
  if (!cookieCleared) sessionStorage.setItem(LEAVING, 'true')
  settle(null)
}

/** A cookie that cannot be set leaves the local copy. */
async function mirror(name: string, value: string): Promise<void> {
  await send(setCookie, { param_name: name, param_value: value }).catch(() => {})
}
