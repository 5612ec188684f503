import { ImageGallery, RowProgress } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

/** A picture in a line, so that nothing is fetched. */
const picture = (from: string, to: string, say: Say) => ({
  src: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><defs><linearGradient id="a" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="640" height="640" fill="url(#a)"/></svg>`,
  )}`,
  alt: say(`From ${from} to ${to}`, `${from} 到 ${to}`),
})

export default function Tasks() {
  const say = useSay()
  const images = [
    picture('#0e7c66', '#bc8702', say),
    picture('#3540a8', '#e369a6', say),
    picture('#8d1400', '#856200', say),
    { src: 'data:image/svg+xml,broken', alt: say('Deleted by its vendor', '已被上游删除') },
  ]
  return (
    <>
      <Specimen part="ImageGallery" text={say('A press shows one large; arrow keys go on.', '点击查看大图，方向键切换。')}>
        <ImageGallery label={say('Results', '生成结果')} images={images} />
      </Specimen>
      <Specimen title={say('In a row', '表格行内')}>
        <ImageGallery label={say('Results in a row', '行内结果')} images={images.slice(1)} size="row" />
      </Specimen>
      <Specimen part="RowProgress">
        <div className="wraps">
          <RowProgress percent={undefined} label={say('Queued', '排队中')} />
          <RowProgress percent={0} label={say('Submitted', '已提交')} />
          <RowProgress percent={62} label={say('In progress', '进行中')} />
          <RowProgress percent={100} tone="done" label={say('Succeeded', '成功')} />
          <RowProgress percent={38} tone="failed" label={say('Failed', '失败')} />
        </div>
      </Specimen>
    </>
  )
}
