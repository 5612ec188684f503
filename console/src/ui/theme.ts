// design/look.md sections 1 and 2 in antd's words. antd's dark algorithm recomputes the seed colours, so that #3CCBA8 comes out as a
// duller green; `restoreSeeds` runs after it and writes them back.
import { type ThemeConfig, theme } from 'antd'
import { palettes, type ThemeMode } from './palette.ts'

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never) => unknown>

export const fontSans =
  "Inter, system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"
export const fontMono = "ui-monospace, 'SF Mono', 'JetBrains Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

/** antd's theme in our colours, sizes and type. */
export function antdTheme(mode: ThemeMode): ThemeConfig {
  const p = palettes[mode]
  const seeds = seedsOf(p)
  const restoreSeeds: Algorithm = (_seed, map) => {
    const base = map ?? theme.defaultAlgorithm({ ...theme.defaultSeed, ...seeds })
    return { ...base, ...seeds, colorPrimaryHover: p.accentHover, colorPrimaryActive: p.accentActive }
  }
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, restoreSeeds],
    token: {
      ...seeds,
      ...grounds(p),
      ...inks(p),
      ...sizes,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
      // For reduced motion base.css ends all animations at once; antd would wait forever for an end event that never comes, with a
      // closed dialog still over the page.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: components(p),
  }
}

type Palette = (typeof palettes)[ThemeMode]
type Tokens = NonNullable<ThemeConfig['token']>

const seedsOf = (p: Palette) => ({
  colorPrimary: p.accent,
  colorLink: p.accent,
  colorSuccess: p.greenDot,
  colorWarning: p.amberDot,
  colorError: p.redDot,
  colorInfo: p.blueDot,
})

/** What things stand on: surfaces, fills, lines. */
const grounds = (p: Palette): Tokens => ({
  colorBgLayout: p.bg,
  colorBgContainer: p.surface,
  colorBgElevated: p.elevated,
  colorBgSpotlight: p.tooltip,
  colorBgMask: p.mask,
  colorFillAlter: p.sunken,
  colorFillQuaternary: p.sunken,
  colorFillTertiary: p.hover,
  colorBgTextHover: p.hover,
  controlItemBgHover: p.hover,
  colorFill: p.active,
  colorFillSecondary: p.active,
  colorBgTextActive: p.active,
  colorSplit: p.divider,
  colorBorderSecondary: p.divider,
  colorBorder: p.borderInput,
  colorPrimaryBg: p.accentSoft,
  colorPrimaryBorder: p.accentLine,
  controlItemBgActive: p.accentSoft,
  controlItemBgActiveHover: p.accentSoft,
  controlOutline: p.ring,
})

/** What stands on them: text, signs, links. */
const inks = (p: Palette): Tokens => ({
  colorText: p.text,
  colorTextHeading: p.text,
  colorTextSecondary: p.text2,
  colorTextTertiary: p.text3,
  colorTextDescription: p.text3,
  colorTextPlaceholder: p.text3,
  colorIcon: p.text3,
  colorTextQuaternary: p.text4,
  colorTextDisabled: p.text4,
  colorPrimaryHover: p.accentHover,
  colorPrimaryActive: p.accentActive,
  colorLinkHover: p.accentHover,
  colorLinkActive: p.accentActive,
  colorErrorText: p.redText,
})

/** What is the same by day and by night. */
const sizes: Tokens = {
  controlOutlineWidth: 3,
  borderRadius: 8,
  borderRadiusSM: 6,
  borderRadiusLG: 10,
  borderRadiusXS: 4,
  controlHeight: 32,
  controlHeightSM: 26,
  controlHeightLG: 40,
  fontSize: 14,
  fontSizeSM: 12,
  lineHeight: 22 / 14,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.22s',
  fontFamily: fontSans,
  fontFamilyCode: fontMono,
  fontWeightStrong: 600,
}

const components = (p: Palette): NonNullable<ThemeConfig['components']> => ({
  Button: {
    primaryColor: p.onAccent,
    dangerColor: p.onBadge,
    defaultShadow: 'none',
    primaryShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 500,
    paddingInline: 12,
    paddingInlineSM: 8,
    contentFontSizeSM: 13,
    contentFontSizeLG: 15,
  },
  Checkbox: { colorWhite: p.onAccent, borderRadiusSM: 4 },
  Switch: { trackHeight: 18, trackMinWidth: 32, handleSize: 14 },
  Segmented: { trackBg: p.active, itemSelectedBg: p.segment },
  Select: { optionSelectedBg: p.accentSoft, multipleItemBg: p.neutralBg },
  Pagination: { itemSize: 28, itemSizeSM: 26, itemActiveBg: p.accentSoft },
  Drawer: { paddingLG: 24, footerPaddingBlock: 12, footerPaddingInline: 24 },
  Tooltip: { fontSize: 12 },
})
