import { TRUSTED_TYPES_POLICY } from '@refrain/contract/service-paths'

// TypeScript's DOM library has no types for this yet: https://w3c.github.io/trusted-types/dist/spec/
interface Policy {
  createHTML(text: string): string
  createScriptURL(url: string): string
}

/** Undefined in browsers that do not enforce Trusted Types, and on the server, which prerenders Home. */
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

const rules: Policy = {
  createHTML: text => text,
  createScriptURL(url) {
    const { origin, href } = new URL(url, location.href)
    if (origin !== location.origin) throw new TypeError('Scripts come from our own origin only.')
    return href
  },
}

/** The only policy that the content security policy allows. It stays in this file, so that nothing else makes markup. */
const policy = trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, rules) ?? rules

/** Address of a worker's script. @throws TypeError if it is on another origin */
export function scriptUrl(url: string): string {
  return policy.createScriptURL(url)
}

/** Parses a document to read it: its scripts do not run. */
export function parseDocument(text: string, type: 'text/html' | 'application/xml'): Document {
  return new DOMParser().parseFromString(policy.createHTML(text), type)
}
