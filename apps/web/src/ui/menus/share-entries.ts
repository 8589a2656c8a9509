import { commonTexts } from '@refrain/messages/en/common'
import { Link2, Share } from 'lucide-react'
import { absoluteUrl } from '../../prefix.ts'
import { copyText } from '../browser/copy-text.ts'
import type { MenuAction } from './menu-entry.ts'

/** Copies the address of a screen. */
export function copyLinkEntry(label: string, path: string): MenuAction {
  return { label, icon: Link2, done: commonTexts.copied, onSelect: () => copyText(absoluteUrl(path)) }
}

/** The system's share sheet, where there is one. */
export function shareEntries(title: string, path: string): MenuAction[] {
  if (!('share' in navigator)) return []
  // Rejects when the user closes the share sheet.
  const share = () => void navigator.share({ title, url: absoluteUrl(path) }).catch(() => {})
  return [{ label: commonTexts.shareVia, icon: Share, onSelect: share }]
}
