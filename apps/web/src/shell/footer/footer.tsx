import { PRODUCT_NAME } from '@refrain/contract/product'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import mark from '../../ui/mark.svg'
import { FacebookIcon, InstagramIcon, TwitterIcon } from './social-icons.tsx'

/** Column headings and their links, which all lead to Home. */
const columns: Readonly<Record<string, readonly string[]>> = {
  Company: ['About', 'Jobs', 'Newsroom'],
  Communities: ['For Artists', 'Developers', 'Advertising', 'Investors', 'Vendors'],
  'Useful Links': ['Free Mobile App', 'Support'],
  Plans: ['Premium Individual', 'Premium Student', 'Premium Family', 'Premium Duo', 'Free'],
}

/** Placeholders that lead to Home. */
const socials = [
  { label: 'Instagram', icon: InstagramIcon },
  { label: 'Twitter', icon: TwitterIcon },
  { label: 'Facebook', icon: FacebookIcon },
]

const LINK =
  'inline-flex min-h-8 items-center rounded-small text-sm text-quiet transition-colors duration-(--duration-quick) hover:text-text hover:underline pointer-coarse:min-h-11'

export default function Footer() {
  return (
    <footer className="site-footer px-(--gutter)">
      <div className="mx-auto max-w-[86rem] border-t border-line pt-8 pb-6">
        <nav aria-label="Footer" className="site-footer-columns">
          {Object.entries(columns).map(([heading, links]) => (
            <Column key={heading} heading={heading} links={links} />
          ))}
        </nav>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="flex items-center gap-2.5 font-extrabold tracking-tight">
            <img src={mark} alt="" width={24} height={24} className="size-6" />
            {PRODUCT_NAME}
          </p>
          <Link to={paths.settings()} className={`${LINK} mr-auto`}>
            Settings
          </Link>
          <ul className="flex gap-2">
            {socials.map(({ label, icon: Icon }) => (
              <li key={label}>
                <Link to={paths.home()} aria-label={label} className="icon-button bg-raised">
                  <Icon />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

function Column({ heading, links }: { readonly heading: string; readonly links: readonly string[] }) {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-2 text-sm font-semibold">
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {links.map(label => (
          <li key={label}>
            <Link to={paths.home()} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
