import { expect, it, onTestFinished, vi } from 'vitest'
import { verifyNewPasskey } from './verify-passkey.ts'

const PARTY = { id: 'music.example', origin: 'https://music.example' }
const CHALLENGE = 'AAAA'

/**
 * Of format "android-key", for the challenge and the party above, with two certificates of its own making. The first says that
 * http://127.0.0.1:9/revoked lists the revoked ones.
 */
const ATTESTED = [
  'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdYQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABjeDVjglkBgjCCAX4wggEkoAMCAQICAQIwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAxMB',
  'cjAgFw0yMDAxMDEwMDAwMDBaGA8yMDk5MDEwMTAwMDAwMFowDDEKMAgGA1UEAxMBbDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  'BK5b34OT0pZnvLGd-wKjqquvjDdqNG3bgaqA0d8a5ULbqVhIaTmiU4fz2jOrOZnX_ssI_3JZrMcmf4B-S760NHOjdTBzMEQGCisG',
  'AQQB1nkCAREENjA0AgEDCgEAAgEDCgEABCAUZS0veMr55F1HSsVfMXglU7G5pYVxwZ0dLzEwZuILKAQAMAAwADArBgNVHR8EJDAi',
  'MCCgHqAchhpodHRwOi8vMTI3LjAuMC4xOjkvcmV2b2tlZDAKBggqhkjOPQQDAgNIADBFAiEA4xDnEx_UW3b3TqOw-gY0qrO3zOu3',
  '5eAx9xXaoJTsv1ECIFNn06IcDeltpx_qk2L9ePlwvmzmoxn8oIvDVjynPU3MWQEOMIIBCjCBsaADAgECAgEBMAoGCCqGSM49BAMC',
  'MAwxCjAIBgNVBAMTAXIwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAXIwWTATBgcqhkjOPQIB',
  'BggqhkjOPQMBBwNCAASyBCrkatB_Byg85OdsEE-EF8SK-sXHsRaBFuVosBRjvov0toLhud6ErnS7p-TbPoYm6zkUljLFrPB0_2vM',
  'IZtDowIwADAKBggqhkjOPQQDAgNIADBFAiBXtuRyjR5Nbs908QKul7OFRwl4JSvvyL8i4kurytXxBgIhAJRumnjJeVeX08DEhyUT',
  'pmgzkWqWEh9oXxwmHDQrXE8-aGF1dGhEYXRhWJTMW_591EqWOgXKvD4JCyvxgxTjR65iUGXgrJYv2eawt0UAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAQBwcHBwcHBwcHBwcHBwcHB6UBAgMmIAEhWCCuW9-Dk9KWZ7yxnfsCo6qrr4w3ajRt24GqgNHfGuVC2yJYIKlYSGk5',
  'olOH89ozqzmZ1_7LCP9yWazHJn-Afku-tDRz',
].join('')

const CLIENT_DATA = {
  type: 'webauthn.create',
  challenge: CHALLENGE,
  origin: PARTY.origin,
  crossOrigin: false,
}

const verify = (attestationObject: string) =>
  verifyNewPasskey(
    {
      id: Buffer.alloc(16, 7).toString('base64url'),
      clientDataJSON: Buffer.from(JSON.stringify(CLIENT_DATA)).toString('base64url'),
      attestationObject,
      transports: [],
    },
    PARTY,
    CHALLENGE,
  )

/** Answers what is fetched, whatever its address, from here. @returns the addresses */
function listen(): string[] {
  const fetched: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async url => {
    fetched.push(String(url))
    return new Response()
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return fetched
}

it('takes passkeys of authenticators that attest unasked, and fetches nothing that their certificates name', async () => {
  const fetched = listen()
  const made = await verify(ATTESTED)
  expect(fetched).toEqual([])
  expect(made).toMatchObject({ rp_id: PARTY.id, counter: 0, synced: 0 })
})

it('refuses what is no attestation', async () => {
  const empty = Buffer.from([0xa0])
  const wrongType = Buffer.concat([Buffer.from([0xa1, 0x68]), Buffer.from('authData'), Buffer.from([0x01])])
  const nested = Buffer.alloc(3000, 0x81)
  for (const bytes of [empty, wrongType, nested, Buffer.from([0x01])])
    expect(await verify(bytes.toString('base64url'))).toBeUndefined()
})
