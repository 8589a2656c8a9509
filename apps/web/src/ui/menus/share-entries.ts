import { Link2, Share } from 'lucide-react'
import { copyText } from '../browser/copy-text.ts'
import type { MenuAction } from './menu-item.tsx'

/** A screen's whole address, as it is pasted elsewhere. */
const whole = (path: string) => new URL(path, location.href).href

/** Copies the address of a screen; the entry says so itself. */
export function copyLinkEntry(label: string, path: string): MenuAction {
  return { label, icon: Link2, done: 'Copied', onSelect: () => copyText(whole(path)) }
}

/** The device's own way of handing an address on, where it has one. */
export function shareEntries(title: string, path: string): MenuAction[] {
  if (!('share' in navigator)) return []
  // Whoever leaves the device's sheet has changed their mind, and that is all.
  const share = () => void navigator.share({ title, url: whole(path) }).catch(() => {})
  return [{ label: 'Share via…', icon: Share, onSelect: share }]
}
