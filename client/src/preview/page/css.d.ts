/** Style sheets are bundled into dist/panel.css. */
declare module '*.css';
