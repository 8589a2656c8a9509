import type { CDPSession, Page } from 'playwright-core'

/** A device with passkeys, as Chromium simulates it: it verifies its listener at once. */
export interface VirtualAuthenticator {
  /** How many passkeys it has. */
  count(): Promise<number>
  /** Whether it answers by itself; a listener who is shown the browser's question and does nothing is `false`. */
  setPresent(isPresent: boolean): Promise<void>
  remove(): Promise<void>
}

/** Connects a device to the page. @param transport `usb` for a second one beside the device's own */
export async function addAuthenticator(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport, hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    async count() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
    async setPresent(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    async remove() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
