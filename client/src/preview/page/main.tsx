// Entry of the page inside the webview.
import { render } from 'preact';
import type { FromPage } from '../messages';
import { App } from './app';
import { type Kept, readKept } from './state';
import './styles/base.css';
import './styles/trust.css';
import './styles/controls.css';
import './styles/bar.css';
import './styles/overview.css';
import './styles/rail.css';
import './styles/prompt.css';
import './styles/text.css';
import './styles/slots.css';
import './styles/notices.css';
import './styles/hostile.css';
import './styles/views.css';
import './styles/editor.css';
import './styles/find.css';
import './styles/contrast.css';
import './styles/widths.css';
import './styles/motion.css';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: Kept): void;
};

const api = acquireVsCodeApi();
const root = document.getElementById('root');
if (root) {
  const kept = readKept(api.getState());
  render(<App kept={kept} post={(message) => api.postMessage(message)} keep={(state) => api.setState(state)} />, root);
}
