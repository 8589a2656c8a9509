/** What calls need of the session. The account domain registers it: this layer cannot import from above. */
interface SessionAccess {
  /** Resolves once it is certain who is signed in; null for a guest. */
  readonly readToken: () => Promise<string | null>
  /** Called when the server rejects a token. */
  readonly endSession: (token: string) => void
  /** Asks the listener to prove who they are, before a sensitive change. @returns whether they have */
  readonly confirm: () => Promise<boolean>
}

/** Calls are a guest's until a session is registered. */
let access: SessionAccess = {
  readToken: () => Promise.resolve(null),
  endSession: () => {},
  confirm: async () => false,
}

export function registerSession(session: SessionAccess): void {
  access = session
}

export const sessionAccess = () => access
