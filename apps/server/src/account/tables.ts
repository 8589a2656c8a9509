/** Instants are epoch milliseconds in both databases. */
export interface UserRow {
  id: string
  name: string
  /** As it was typed. */
  email: string
  /** What makes it unique; see fold-email.ts. */
  folded_email: string
  /** In PHC form; null where the account has no password. */
  password_hash: string | null
  profile_path: string
  /** The provider's id of a federated account; null where there is none. */
  google_sub: string | null
  created_at: number
}

export interface SessionRow {
  /** SHA-256 of the token: whoever reads the database cannot sign in with it. */
  token_hash: string
  user_id: string
  created_at: number
  /** To the hour; see sessions.ts. */
  last_used_at: number
}

/** From where a listener signed in of late: such an address is not locked out by others' guesses. */
export interface SignInAddressRow {
  user_id: string
  /** SHA-256 of user and address. */
  address_hash: string
  last_at: number
}

/** Lets the operator's own programs call what is for the service. */
export interface ServiceKeyRow {
  id: string
  /** SHA-256 of the key. */
  hash: string
  /** What the operator calls it. */
  name: string
  created_at: number
}

export interface AccountTables {
  users: UserRow
  sessions: SessionRow
  sign_in_addresses: SignInAddressRow
  service_keys: ServiceKeyRow
}
