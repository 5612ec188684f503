// The heavy part of QrCode: loaded when it is first needed.
import { QRCode } from 'antd'

export default function QrCodeBody({ text, size }: { readonly text: string; readonly size: number }) {
  return (
    <QRCode type="svg" value={text} size={size} color="#000000" bgColor="#ffffff" bordered={false} marginSize={0} style={{ padding: 0 }} />
  )
}
