import { commonTexts } from '@refrain/messages/en/common'
import { BELOW_PLAYER, useMediaQuery } from '../hooks/use-media-query.ts'
import { MenuPopover } from './menu-popover.tsx'
import type { MenuProps } from './menu-props.ts'
import { MenuSheet } from './menu-sheet.tsx'

/** An options menu: a sheet from below on phones, otherwise a popover. Loaded on demand. */
export default function OptionsMenu({ label = commonTexts.moreOptions, ...menu }: MenuProps) {
  const isPhone = useMediaQuery(BELOW_PLAYER)
  return isPhone ? <MenuSheet label={label} {...menu} /> : <MenuPopover label={label} {...menu} />
}
