//! A real browser, driven over WebDriver, which is JSON over HTTP; where it is not installed the tests say that they skip.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::missing::skip;
use crate::server::Server;

/// A browser with the page of a server. Its window is new; the program may have run for an earlier test, as a start takes seconds of
/// processor time. Each server has a port of its own, so that nothing a page keeps is there for the next.
pub struct Browser {
    program: Arc<Program>,
    pub server: Server,
}

/// A running browser and the driver that answers for it. Both end when this is dropped, or with the process of the tests.
struct Program {
    driver: Child,
    port: u16,
    session: String,
}

/// The browsers that no test uses now.
static FREE: Mutex<Vec<Arc<Program>>> = Mutex::new(Vec::new());

/// The first of these programs that is installed.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|path| path.is_file())
}

/// Runs a program until the standard input closes, then ends it with all that it has started and removes their files.
const UNTIL_CLOSED: &str = r#""$@" & read _; trap '' TERM; kill -TERM -$$; wait; rm -rf "$TMPDIR""#;

/// A driver and its port; `None` if it ended before it listened.
fn start(driver: &Path) -> Option<(Child, u16)> {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let mut command = Command::new("sh");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut driver = command
        .args(["-c", UNTIL_CLOSED, "sh"])
        .arg(driver)
        .arg("--port=0")
        // A browser without windows saves downloads where it runs.
        .current_dir(&folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the driver runs");
    let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
    let mut said = lines.by_ref().map_while(Result::ok);
    let started = said.find(|line| line.contains("successfully on port"));
    // A driver whose output nobody reads may stop.
    thread::spawn(move || lines.for_each(drop));
    let port = started.and_then(|line| {
        let number: String =
            line.rsplit("port").next()?.chars().filter(char::is_ascii_digit).collect();
        number.parse().ok()
    });
    if port.is_none() {
        end(&mut driver);
    }
    Some((driver, port?))
}

/// Ends a driver and its browser.
fn end(driver: &mut Child) {
    drop(driver.stdin.take());
    let _ = driver.wait();
}

impl Program {
    /// Starts a browser.
    fn start(driver: &Path, browser: &Path) -> Program {
        // The port that a driver finds free may be taken before it listens; then it ends.
        let (driver, port) = (0..5).find_map(|_| start(driver)).expect("a driver that listens");
        let mut program = Program { driver, port, session: String::new() };
        let flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--force-prefers-reduced-motion",
            "--accept-lang=en-US",
            "--window-size=1280,900",
        ];
        let options = json!({ "binary": browser, "args": flags });
        let wanted =
            json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } });
        let session = program.talk("POST", "/session", &wanted);
        program.session = session["sessionId"].as_str().expect("a session").to_owned();
        program
    }

    /// Closes every window but a new one: what a test has set for its window goes with it.
    fn clear(&self) {
        let path = |rest: &str| format!("/session/{}/{rest}", self.session);
        let fresh = self.talk("POST", &path("window/new"), &json!({ "type": "tab" }));
        let all = self.talk("GET", &path("window/handles"), &Value::Null);
        for old in all.as_array().into_iter().flatten().filter(|&old| *old != fresh["handle"]) {
            self.talk("POST", &path("window"), &json!({ "handle": old }));
            self.talk("DELETE", &path("window"), &Value::Null);
        }
        self.talk("POST", &path("window"), &json!({ "handle": fresh["handle"] }));
    }

    fn talk(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.answer(method, path, body);
        assert!(value.get("error").is_none(), "{path} {body}: {value}");
        value
    }

    /// What the driver answers, errors too.
    fn answer(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + &body).as_bytes()).expect("sent");
        let answer = read_answer(&mut stream);
        let value: Value = serde_json::from_str(&answer).expect("JSON");
        value["value"].clone()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        end(&mut self.driver);
    }
}

impl Browser {
    /// Starts the server, takes or starts a browser and opens the page; `None`, with a word, where there is no browser.
    pub fn open(arguments: &[&str]) -> Option<Browser> {
        // The first, which cannot show a window, needs two thirds of the processor time of the others.
        let browser = installed(&[
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
        ]);
        let driver = installed(&["chromedriver"]);
        let (Some(browser), Some(driver)) = (browser, driver) else {
            skip("browser", "chromium and chromedriver are not installed");
            return None;
        };
        let server = Server::start(arguments);
        let free = FREE.lock().expect("no test fails with it").pop();
        let program = free.unwrap_or_else(|| Arc::new(Program::start(&driver, &browser)));
        let page = Browser { program, server };
        page.go(&page.server.address);
        Some(page)
    }

    /// Opens an address.
    pub fn visit(&self, address: &str) {
        self.command("url", &json!({ "url": address }));
    }

    /// Opens an address and waits until the page is ready.
    pub fn go(&self, address: &str) {
        self.visit(address);
        self.wait("document.body.dataset.ready === 'true'");
    }

    fn command(&self, name: &str, body: &Value) -> Value {
        self.program.talk("POST", &format!("/session/{}/{name}", self.program.session), body)
    }

    /// The value of an expression in the page; promises are waited for.
    pub fn value(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        self.command("execute/sync", &json!({ "script": script, "args": [] }))
    }

    pub fn text(&self, selector: &str) -> String {
        let shown = self.value(&format!("document.querySelector({selector:?}).textContent"));
        shown.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        let until = Instant::now() + Duration::from_secs(40);
        while self.value(&format!("Boolean({expression})")) != true {
            let shown = || self.value("document.body.innerText.slice(0, 600)");
            assert!(Instant::now() < until, "{expression} never came: {}", shown());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.command("element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str);
        id.expect("an element").to_owned()
    }

    /// Clicks an element, which is looked for again where the page has replaced it between the search and the click.
    pub fn click(&self, selector: &str) {
        let click = || {
            let path = format!(
                "/session/{}/element/{}/click",
                self.program.session,
                self.element(selector)
            );
            self.program.answer("POST", &path, &json!({}))
        };
        let mut answers = std::iter::repeat_with(click).take(5);
        let answer = answers.find(|answer| answer["error"] != "stale element reference");
        assert_eq!(answer, Some(Value::Null), "{selector} is clicked");
    }

    /// Clicks a square with the mouse.
    pub fn square(&self, number: u64) {
        self.click(&format!("[data-square=\"{number}\"]"));
    }

    /// Types into an element.
    pub fn type_into(&self, selector: &str, text: &str) {
        let id = self.element(selector);
        self.command(&format!("element/{id}/clear"), &json!({}));
        self.command(&format!("element/{id}/value"), &json!({ "text": text }));
    }

    /// Chooses a file in a file field.
    pub fn choose(&self, selector: &str, file: &Path) {
        let id = self.element(selector);
        self.command(&format!("element/{id}/value"), &json!({ "text": file }));
    }

    /// The middle of an element, in the window.
    fn middle(&self, selector: &str) -> Value {
        self.value(&format!(
            "((box) => [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)])(document.querySelector({selector:?}).getBoundingClientRect())"
        ))
    }

    /// Holds the mouse down on an element, for some milliseconds, as fingers do.
    pub fn hold(&self, selector: &str, ms: u64) {
        self.point("mouse", &[selector], ms);
    }

    /// Puts a finger on an element; it moves to the others and leaves the last. It rests there: of a finger that is lifted in its movement,
    /// Chromium takes the next tap for the end of a fling.
    pub fn touch(&self, selectors: &[&str]) {
        self.point("touch", selectors, 200);
    }

    /// Presses a pointer on the first element and lifts it from the last.
    fn point(&self, kind: &str, selectors: &[&str], ms: u64) {
        let reach = |selector: &&str| {
            let middle = self.middle(selector);
            json!({ "type": "pointerMove", "x": middle[0], "y": middle[1], "duration": ms })
        };
        let mut actions: Vec<Value> = selectors.iter().map(reach).collect();
        actions.insert(1, json!({ "type": "pointerDown", "button": 0 }));
        actions.push(json!({ "type": "pause", "duration": ms }));
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let pointer = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.command("actions", &json!({ "actions": [pointer] }));
    }

    /// Presses keys one after the other, wherever the focus is.
    pub fn keys(&self, keys: &[&str]) {
        let press = |key: &&str| {
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        };
        let actions: Vec<Value> = keys.iter().flat_map(press).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.command("actions", &json!({ "actions": [keyboard] }));
    }

    /// A command of the browser's own protocol.
    pub fn devtools(&self, name: &str, parameters: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// Sets the width of the page.
    pub fn width(&self, width: u64) {
        self.size(width, 900);
    }

    /// Sets the width and the height of the page.
    pub fn size(&self, width: u64, height: u64) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Opens a position or games by the text field of the analysis.
    pub fn paste(&self, text: &str) {
        self.click("#tab-analyse");
        self.type_into("#paste", text);
        self.click("#open");
    }

    /// Writes a picture to the folder that `DRAUGHTS_TD_PICTURES` names, to be compared by eye.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("DRAUGHTS_TD_PICTURES") else { return };
        let path = format!("/session/{}/screenshot", self.program.session);
        let picture = self.program.talk("GET", &path, &Value::Null);
        let bytes = unpack(picture.as_str().expect("a picture"));
        fs::write(PathBuf::from(folder).join(name), bytes).expect("written");
    }
}

fn read_answer(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a head");
        if line.trim().is_empty() {
            break;
        }
        if let Some(told) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = told.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    String::from_utf8(body).expect("UTF-8")
}

/// The bytes that base64 encodes.
fn unpack(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|&d| d == byte)) {
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

impl Drop for Browser {
    /// Keeps the browser for the next test; after a failed test nobody knows its state.
    fn drop(&mut self) {
        self.server.stop();
        if !thread::panicking() {
            self.program.clear();
            FREE.lock().expect("no test fails with it").push(Arc::clone(&self.program));
        }
    }
}
