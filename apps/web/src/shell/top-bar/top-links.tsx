import { shellTexts } from '@refrain/messages/en/shell'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { configurationQuery } from '../../api/configuration-query.ts'
import { paths } from '../../paths.ts'
import { prefix } from '../../prefix.ts'
import { isActive } from '../navigation/navigation-items.ts'

const links = () => [
  { label: shellTexts.home, to: paths.home() },
  { label: shellTexts.aboutCreator, to: paths.about() },
  { label: shellTexts.contactUs, to: paths.contact() },
]

interface Props {
  /** Of each link. */
  readonly className: string
  /** Called when a link is followed. */
  readonly onLeave?: () => void
}

/** The links of the top bar, as list items. */
export function TopLinks({ className, onLeave }: Props) {
  const { pathname } = useLocation()
  const { data: configuration } = useQuery(configurationQuery)
  return (
    <>
      {links().map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={isActive({ to }, pathname) ? 'page' : undefined}
            className={className}
            onClick={onLeave}
          >
            {label}
          </Link>
        </li>
      ))}
      <li>
        <a
          href={configuration?.artistsUrl ?? `${prefix}/for-artists`}
          target="_blank"
          rel="noopener noreferrer"
          title={shellTexts.opensInANewTab}
          className={`${className} gap-0.5`}
          onClick={onLeave}
        >
          {shellTexts.forArtists}
          <ArrowUpRight aria-hidden className="size-4 nav:max-md:hidden" />
        </a>
      </li>
    </>
  )
}
