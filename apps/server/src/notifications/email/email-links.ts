import type { SignedLinks } from './signed-links.ts'

/** Addresses that an email to a member leads to. */
export interface EmailLinks {
  readonly home: string
  /** The member's own page. */
  readonly account: string
  /** Email settings; signed, so they open without logging in. */
  readonly settings: string
  /** Signed: stops all emails to this mailbox. */
  readonly notMe: string
}

/** @param origin origin of the web application */
export async function createEmailLinks(
  signed: SignedLinks,
  origin: string,
  { userId, email }: { userId: string; email: string },
): Promise<EmailLinks> {
  return {
    home: `${origin}/`,
    account: `${origin}/user/${encodeURIComponent(userId)}`,
    settings: await signed.emailSettingsUrl(userId, origin),
    notMe: await signed.stopUrl(await signed.hashMailbox(email), origin),
  }
}
